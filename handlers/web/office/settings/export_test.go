package settings

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
