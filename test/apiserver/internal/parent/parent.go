// Package parent tells when the process that started this one is gone.
package parent

import (
	"os"
	"time"
)

var atStart = os.Getppid()

// Gone is closed when the process has got another parent than it had at the start.
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
