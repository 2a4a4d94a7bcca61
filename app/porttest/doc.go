// Package porttest fills ports for the tests of one area alone.
package porttest
