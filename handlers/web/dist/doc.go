// Package dist holds the style sheets and scripts of the pages, as `make web` builds them
// from handlers/web/src. They are in the repository, so that whoever builds the box office
// needs Go alone; a test builds them anew where npm is there, and compares.
package dist
