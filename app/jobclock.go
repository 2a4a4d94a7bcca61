package app

// RestByClockWhile has the jobs that are ByClock rest while off tells that the clock of
// this machine cannot be right. It is asked before each of their rounds.
func (a *App) RestByClockWhile(off func() bool) { a.clockOff.Store(&off) }

// rests tells whether a job waits for the clock of this machine to be right.
func (a *App) rests(j *Job) bool {
	off := a.clockOff.Load()
	return j.ByClock && off != nil && (*off)()
}
