// Package media serves the pictures of events and companies to whoever has their address.
package media
