package settings

import (
	"strings"

	"marquee/handlers/web/words"
)

// Fields are the fields of each page, by its operation.
func Fields() (all map[string][]string) {
	all = map[string][]string{}
	for i := range table {
		for _, p := range table[i].parts {
			all[table[i].op] = append(all[table[i].op], p.fields...)
		}
	}
	return all
}

// Pages is how many pages there are.
func Pages() int { return len(table) + len(others()) }

// Choices are the words that a field may be.
func Choices(path string) []string { return enums[path] }

// Unnamed are a table of the log and fields of it that have no words in some language.
func Unnamed(table string, fields []string) (missing []string) {
	for _, l := range words.Languages {
		if key := tableWords + table; words.Text(l, key) == key {
			missing = append(missing, string(l)+" "+table)
		}
		for _, path := range fields {
			for part := range strings.SplitSeq(path, ".") {
				if key := fieldWords + part; words.Text(l, key) == key {
					missing = append(missing, string(l)+" "+table+": "+path)
				}
			}
		}
	}
	return missing
}
