// Package till is the API of shops: the tills of a festival.
package till
