// Package figures measures the process itself.
package figures

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// CPU is the user and system time up to now.
func CPU() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Memory is the resident memory once it no longer changes, in KiB.
func Memory() int {
	time.Sleep(500 * time.Millisecond)
	debug.FreeOSMemory()
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			kib, _ := strconv.Atoi(fields[1])
			return kib
		}
	}
	return 0
}
