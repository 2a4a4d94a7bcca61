// Package system is the API of what whoever runs the installation is told of the machine.
package system
