// Package frame is how write sets are written down, one commit after the other, so that what
// was written can be told from what was not, and every change of it is found.
//
// A frame is 16 bytes of head and a body:
//
//	4  "MqJ\x01"
//	4  length of the body, big endian
//	4  checksum of the frame before it: frames are chained
//	4  CRC32C of the eight bytes before this and of the body
//
// A body is one letter and its fields. Numbers are unsigned varints, bytes and texts have
// their length in front, moments are microseconds since 1970. Package frame knows one letter:
//
//	B  one commit: the moment before it, the number of transactions, and for each
//	   the microseconds since the one before; then for each space that it wrote to
//	   its name, the number of writes, and for each the key, the length of the value
//	   plus one, 0 for a deletion, and the value; and an empty name at the end
package frame
