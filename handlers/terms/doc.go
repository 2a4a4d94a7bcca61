// Package terms is the API of the terms under which buyers pay later.
package terms
