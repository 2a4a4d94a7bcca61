package paper

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256" // tells files apart, and keeps nothing secret
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// attachment is a file that is put into a PDF.
type attachment struct {
	name, about string
	content     []byte
	made        time.Time
}

var (
	objectOf   = regexp.MustCompile(`(?m)^(\d{10}) 00000 n`)
	rootOf     = regexp.MustCompile(`/Root (\d+) 0 R`)
	infoOf     = regexp.MustCompile(`/Info (\d+) 0 R`)
	errNotOurs = errors.New("paper: not a PDF of this package")
)

// attach puts a file into a PDF that the library wrote, as PDF/A-3 wants it: tied to the
// document as the same in another form, which the library cannot say. Objects stay where they
// are, the last one but, which is the catalog; the table of all of them is written anew.
func attach(pdf []byte, a attachment) ([]byte, error) {
	table := bytes.LastIndex(pdf, []byte("\nxref\n")) + 1
	root := rootOf.FindSubmatch(pdf[max(0, table):])
	info := infoOf.FindSubmatch(pdf[max(0, table):])
	offsets := objectOf.FindAllSubmatch(pdf[max(0, table):], -1)
	if table == 0 || root == nil || info == nil || len(offsets) == 0 || string(root[1]) != strconv.Itoa(len(offsets)) {
		return nil, errNotOurs
	}
	n := len(offsets)
	at := make([]int, n, n+2)
	for i, o := range offsets {
		at[i], _ = strconv.Atoi(string(o[1]))
	}
	catalog := pdf[at[n-1]:table]
	end := bytes.LastIndex(catalog, []byte(">>"))
	if end < 0 {
		return nil, errNotOurs
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.7")
	out.Write(pdf[len("%PDF-1.7"):at[n-1]])
	out.Write(catalog[:end])
	fmt.Fprintf(&out, "/AF [%[1]d 0 R]\n/Names << /EmbeddedFiles << /Names [(%[2]s) %[1]d 0 R] >> >>\n>>\nendobj\n", n+2, a.name)
	at = append(at, out.Len())
	packed := deflated(a.content)
	fmt.Fprintf(&out, "%d 0 obj\n<< /Type /EmbeddedFile /Subtype /text#2Fxml /Filter /FlateDecode /Length %d /Params << /Size %d /ModDate (D:%s) >> >>\nstream\n",
		n+1, len(packed), len(a.content), a.made.UTC().Format("20060102150405Z"))
	out.Write(packed)
	out.WriteString("\nendstream\nendobj\n")
	at = append(at, out.Len())
	fmt.Fprintf(&out, "%d 0 obj\n<< /Type /Filespec /F (%[2]s) /UF (%[2]s) /Desc (%[3]s) /AFRelationship /Alternative /EF << /F %[4]d 0 R /UF %[4]d 0 R >> >>\nendobj\n",
		n+2, a.name, a.about, n+1)
	begin, id := out.Len(), fmt.Sprintf("%x", sha256.Sum256(out.Bytes()))[:32]
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root %s 0 R /Info %s 0 R /ID [<%[4]s> <%[4]s>] >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, root[1], info[1], id, begin)
	return out.Bytes(), nil
}

func deflated(content []byte) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write(content) // into a buffer
	_ = z.Close()
	return out.Bytes()
}

// xmpForm is what a PDF says of itself as PDF/A-3, and as Factur-X.
const xmpForm = `<?xpacket begin="` + "\ufeff" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%[1]s</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>%[2]s</rdf:li></rdf:Seq></dc:creator></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreateDate>%[3]s</xmp:CreateDate><xmp:ModifyDate>%[3]s</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>Marquee</pdf:Producer></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>%[4]s</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`

// invoiceMetadata is the same as the library writes elsewhere in the file.
func invoiceMetadata(title string, d *Invoice) []byte {
	var properties strings.Builder
	for _, p := range []struct{ name, about string }{
		{"DocumentFileName", "The name of the embedded XML document"}, {"DocumentType", "The type of the hybrid document"},
		{"Version", "The version of the standard of the embedded XML data"}, {"ConformanceLevel", "The conformance level of the embedded XML data"},
	} {
		fmt.Fprintf(&properties, `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>%s</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>%s</pdfaProperty:description></rdf:li>`, p.name, p.about)
	}
	return fmt.Appendf(nil, xmpForm, escaped(title), escaped(d.Issuer.Name), d.Made.UTC().Format("2006-01-02T15:04:05Z"), properties.String())
}

// escaped is a text inside XML.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // into memory
	return out.String()
}
