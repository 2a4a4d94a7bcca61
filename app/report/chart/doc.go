// Package chart draws figures as pictures: bars and lines as SVG, with a table beside them
// that says the same.
//
// It is pure: the same chart gives the same bytes. It reads no store and knows no sale.
//
// # RULES
//
//   - A picture has a title and a description, and never says anything by colour alone: its
//     series differ by how dense they are, or by how they are dashed.
//   - It draws in the colour of the text around it, so that it is light on dark pages and
//     dark on light ones. It has no style, script or address in it; a page that gives its series
//     colours knows them by their classes, s1 and so on, and where its columns begin and end by
//     data-plot.
//   - What has more columns than MaxColumns is drawn with several of them as one: bars are
//     added up, of lines the last one counts. The table says what is drawn.
//   - There is always a picture: of nothing it says so.
package chart
