package cli

// ReadCommands are the administration commands that only read.
func ReadCommands() (paths []string) {
	for _, ad := range adminTable() {
		if ad.reads && !ad.own {
			paths = append(paths, ad.path)
		}
	}
	return paths
}
