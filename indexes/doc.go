// Package indexes keeps records and their secondary indexes.
package indexes
