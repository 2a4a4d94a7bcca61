// Package system is the page of the office for whoever runs the installation: how the machine
// stands, a backup at once, and a backup that is restored for a trial. It is of no company.
package system
