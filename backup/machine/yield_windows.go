package machine

import "golang.org/x/sys/windows"

// Yield lets everybody else go first from now on.
func Yield() {
	_ = windows.SetPriorityClass(windows.CurrentProcess(), windows.BELOW_NORMAL_PRIORITY_CLASS)
}
