//go:build wasip1

// Package main is the rules of the gate as a program for phones: built for WebAssembly, it
// decides at the door, where there may be no network, exactly as the box office does.
package main
