// Package money is the arithmetic of prices: what one unit costs, the tax in it,
// and amounts shared so that the parts add up. It keeps nothing: plain values in,
// plain values out, in minor units.
package money
