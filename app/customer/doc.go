// Package customer holds the people who buy and hold tickets.
package customer
