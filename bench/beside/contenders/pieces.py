from langchain_text_splitters import RecursiveCharacterTextSplitter

splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=100)


def in_pieces(messages):
    return [{**message, "text": piece} for message in messages for piece in splitter.split_text(message["text"])]
