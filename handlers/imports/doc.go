// Package imports is the API of files that are taken in: uploading, mapping, approving, the
// report of what became of each row.
package imports
