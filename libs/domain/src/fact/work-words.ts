/** Matches what is done to a project's work, and what it is done to, in the languages that are read. */
export const WORK =
  'main|master|trunk|branch\\p{L}*|prod(?:u[ck]tion|u[ck]ción|u[cz]ione|ução|uktion|uctie)?|staging|releases?|tags?|[pm]rs?|(?:pull|merge)[\\s-]requests?|commits?|merges?|merging|push|deploy\\p{L}*|rollbacks?|builds?|hotfix(?:es)?|migrations?|patch(?:es)?|code|(?:the|our|any)\\s+(?:changes|app|api|images?)|versions?|version(?:en|i|es)|versi[oó]n(?:es)?|versione|vers(?:ão|ões)|versies?|packages?|pakete?|paquets?|paquetes?|pacchett[oi]|pacotes?|pakket(?:ten)?|änderungen|changements|modifications|cambios|modifiche|mudanças|alterações|wijzigingen|mergen|pushen|deployen|releasen|taggen|merger|fusionner|fusionar';

/** Matches where no manner is marvelled at: "solo Juve può fare push così" says of nobody what he may do. */
export const NO_MANNER =
  '(?![^.;!]*~(?:(?:so|così|comme~(?:ça|cela)|así|assim|zo|like~(?:that|this))\\s*(?:[.,;!…]|$)|(?:tan|tant[oa]s?|semejantes?|such)~\\p{L}+|(?:so|zo)~\\p{L}+en\\s*(?:[.,;!…]|$)))';

/** Matches the name of a programming language as it is written; some are words as well. */
export const PROGRAMMING_LANGUAGE =
  '(?-i:Go(?:lang)?|Rust|Python|TypeScript|JavaScript|Java|Kotlin|Swift|Ruby|PHP|Elixir|Erlang|Haskell|Scala|Clojure|C\\+\\+|C#|F#|C|OCaml|Zig|Dart|Lua|Perl|R|Julia|Gleam|Nim|Objective-C|Bash|SQL|COBOL|Fortran)';
