// Package parent detects that the process that started this one has ended.
package parent

import (
	"os"
	"time"
)

var atStart = os.Getppid()

// Gone returns a channel that is closed when the process that started this one has ended.
func Gone() <-chan struct{} {
	gone := make(chan struct{})
	go func() {
		for os.Getppid() == atStart {
			time.Sleep(100 * time.Millisecond)
		}
		close(gone)
	}()
	return gone
}
