package rehearse

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// ReadProcess asks the system.
func ReadProcess() Process {
	var p Process
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err == nil {
		p.CPU = time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return p
	}
	for line := range strings.Lines(string(status)) {
		p.Resident = max(p.Resident, kilobytes(line, "VmRSS:"))
		p.Private = max(p.Private, kilobytes(line, "RssAnon:"))
	}
	return p
}

func kilobytes(line, name string) int64 {
	rest, ok := strings.CutPrefix(line, name)
	var n int64
	if _, err := fmt.Sscan(rest, &n); !ok || err != nil {
		return 0
	}
	return n * 1024
}
