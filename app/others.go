package app

// OthersWrote has every area forget what it keeps in memory of the store: another node of a cluster
// wrote something. A value of a PerApp that has a method Forget is told.
func OthersWrote(a *App) {
	a.values.Range(func(_, value any) bool {
		if v, ok := value.(interface{ Forget() }); ok {
			v.Forget()
		}
		return true
	})
}
