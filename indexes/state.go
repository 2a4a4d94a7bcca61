package indexes

import "marquee/kv"

// stateSpace keeps what the schema knows about the store itself.
const stateSpace kv.Space = "~schema"
