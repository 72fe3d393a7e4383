export { createHttpLanguageModel, LLM_PROTOCOLS, type LlmProtocol } from './http-language-model.ts';
