package front

import (
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// closablePort is a port that can be closed for a time. Thread-safe.
//
// While the port is closed, a socket that is bound but does not listen reserves it: connections are refused, and no
// other program can use the port.
type closablePort struct {
	keeper  int
	address string
	accept  func(net.Conn)

	mutex    sync.Mutex
	listener net.Listener
	open     map[net.Conn]bool
	down     bool
}

func newClosablePort(accept func(net.Conn)) (*closablePort, error) {
	keeper, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	if err := syscall.SetsockoptInt(keeper, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return nil, err
	}
	if err := syscall.Bind(keeper, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return nil, os.NewSyscallError("bind", err)
	}
	name, err := syscall.Getsockname(keeper)
	if err != nil {
		return nil, err
	}
	d := &closablePort{keeper: keeper, accept: accept, open: map[net.Conn]bool{},
		address: fmt.Sprintf("%s:%d", host, name.(*syscall.SockaddrInet4).Port)}
	return d, d.listen()
}

func (d *closablePort) listen() error {
	l, err := net.Listen("tcp4", d.address)
	if err != nil {
		return err
	}
	d.listener = l
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go d.enter(c)
		}
	}()
	return nil
}

func (d *closablePort) enter(c net.Conn) {
	d.mutex.Lock()
	down := d.down
	d.open[c] = true
	d.mutex.Unlock()
	if down {
		reset(c)
	} else {
		d.accept(c)
	}
	c.Close()
	d.mutex.Lock()
	delete(d.open, c)
	d.mutex.Unlock()
}

// close resets all connections, and refuses new ones for the duration `during`.
func (d *closablePort) close(during time.Duration) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.down {
		return
	}
	d.down = true
	d.listener.Close()
	d.resetAll()
	time.AfterFunc(during, func() {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.down = false
		if err := d.listen(); err != nil {
			panic(err) // cannot happen, since the port is reserved
		}
	})
}

func (d *closablePort) resetAll() {
	for c := range d.open {
		reset(c)
	}
}

func (d *closablePort) disconnect() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.resetAll()
}

// reset ends a connection so that the peer gets ECONNRESET.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	c.Close()
}
