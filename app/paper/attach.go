package paper

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// dataName is what the data of an invoice is called inside its file.
const dataName = "factur-x.xml"

// archived puts what makes an invoice PDF/A-3 with its data inside into the file: the data, tied to the document as the same in
// another form, the profile of the colours, and what the file says of itself. It returns entries of the catalog.
func (p *pdf) archived(title string, d *Invoice) string {
	data := p.stream(fmt.Sprintf("/Type /EmbeddedFile /Subtype /text#2Fxml /Params << /Size %d /ModDate (D:%s) >>", len(d.Data), d.Made.UTC().Format("20060102150405Z")), d.Data)
	file := p.object(fmt.Sprintf("<< /Type /Filespec /F (%[1]s) /UF (%[1]s) /Desc (Factur-X) /AFRelationship /Alternative /EF << /F %[2]d 0 R /UF %[2]d 0 R >> >>", dataName, data))
	profile := p.stream("/N 3", colorProfile)
	about := p.raw("/Type /Metadata /Subtype /XML", invoiceMetadata(title, d))
	return fmt.Sprintf("/Metadata %d 0 R /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile %d 0 R >>] "+
		"/AF [%[3]d 0 R] /Names << /EmbeddedFiles << /Names [(%[4]s) %[3]d 0 R] >> >> ", about, profile, file, dataName)
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
