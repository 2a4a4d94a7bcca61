// Package main writes the API document as OpenAPI 3.0, which more generators read than 3.1:
// what may be null says so in a word of its own, and of several types the first is taken,
// which is the one that answers have. It reads the document and writes the other one.
package main
