package wire

import (
	"encoding/base64"
	"time"

	"marquee/app"
	"marquee/app/media"
	"marquee/handlers/rest"
)

// ImageJSON is a picture of an event or a company.
type ImageJSON struct {
	Type       string              `json:"type"`
	ID         int64               `json:"id"`
	Attributes ImageAttributesJSON `json:"attributes"`
}

// ImageAttributesJSON is what there is to know of it.
type ImageAttributesJSON struct {
	ModelType   string    `json:"modelType" doc:"What the image belongs to."`
	ModelID     int64     `json:"modelId"`
	Collection  string    `json:"collectionName" doc:"The place it is shown at."`
	MIMEType    string    `json:"mimeType"`
	Size        int64     `json:"size" doc:"Bytes."`
	OrderColumn int64     `json:"orderColumn"`
	UpdatedAt   time.Time `json:"updatedAt"`
	CreatedAt   time.Time `json:"createdAt"`
	URL         rest.Path `json:"url" doc:"Shows this picture for ever, to whoever has it; a new picture has another."`
}

// ImageForm is a picture of a model, nil for none.
func ImageForm(companyID int64, model string, modelID int64, m *media.Image) *ImageJSON {
	if m == nil {
		return nil
	}
	return &ImageJSON{"images", m.FileID, ImageAttributesJSON{
		ModelType: model, ModelID: modelID, Collection: string(m.Place), MIMEType: m.MIME, Size: m.Size, OrderColumn: 1,
		UpdatedAt: m.CreatedAt, CreatedAt: m.CreatedAt, URL: MediaURL(companyID, m),
	}}
}

// MediaURL is the address of a picture.
func MediaURL(companyID int64, m *media.Image) rest.Path {
	return rest.Path(m.Address(companyID))
}

// ImageBody is the largest body of a request with a picture, in bytes.
const ImageBody = 10 << 20

// ImageIn is a picture that is sent.
type ImageIn struct {
	Collection string `json:"collection" required:"true" enum:"header,thumbnail,meta" doc:"Where it is shown: across the page, in lists, where the page is shared."`
	ImageFile
}

// ImageFile is the file of a picture that is sent.
type ImageFile struct {
	Data string `json:"data" required:"true" maxlen:"9800000" doc:"A PNG, JPEG or WebP file of at most 7 MB and 40 megapixels, in base64. It is scaled, turned upright and stored without what else the file carries."`
}

// NoImageIn names a picture that is to go.
type NoImageIn struct {
	Collection string `json:"collection" query:"collection" required:"true" enum:"header,thumbnail,meta"`
}

// Bytes are those of the file.
func (in *ImageFile) Bytes() ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(in.Data)
	if err != nil {
		return nil, app.Field("data", "must be base64")
	}
	return b, nil
}
