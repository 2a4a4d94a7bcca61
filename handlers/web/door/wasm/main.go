//go:build wasip1

package main

import (
	"unsafe"

	"marquee/app/entry/rules"
	"marquee/app/ticketcode/form"
)

var request, answer []float64

// room makes room for a request of n numbers and tells where it is, 0 when it is too long.
//
//go:wasmexport room
func room(n int32) unsafe.Pointer {
	if n <= 0 || n > rules.MaxNumbers {
		return nil
	}
	request = make([]float64, n)
	return unsafe.Pointer(unsafe.SliceData(request))
}

// decide answers the request and tells how long the answer is, -1 when the request is none.
//
//go:wasmexport decide
func decide() int32 {
	var err error
	if answer, err = rules.DecideNumbers(request); err != nil {
		return -1
	}
	return int32(len(answer))
}

// signed takes a signed code apart, and tells how long the answer is: 0 for what is none.
// Its signature is still to be checked.
//
//go:wasmexport signed
func signed() int32 {
	answer = form.SignedNumbers(request)
	return int32(len(answer))
}

// lease takes a lease apart, like signed.
//
//go:wasmexport lease
func lease() int32 {
	answer = form.LeaseNumbers(request)
	return int32(len(answer))
}

// verdict tells where the answer is.
//
//go:wasmexport verdict
func verdict() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(answer)) }

func main() {}
