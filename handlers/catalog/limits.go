package catalog

// textBody is the largest body of a call that brings descriptions, in bytes: two of
// 65,000 characters, in any script, and what is beside them.
const textBody = 512 << 10
