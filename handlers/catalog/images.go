package catalog

import "time"

// eventMediaJSON are the images of an event: null while there is none.
type eventMediaJSON struct {
	Thumbnail  *imageJSON `json:"thumbnailImage"`
	PageHeader *imageJSON `json:"pageHeaderImage"`
	Meta       *imageJSON `json:"metaImage"`
}

// imageJSON is an image of an event.
type imageJSON struct {
	Type       string              `json:"type"`
	ID         int64               `json:"id"`
	Attributes imageAttributesJSON `json:"attributes"`
}

type imageAttributesJSON struct {
	ModelType   string    `json:"modelType" doc:"What the image belongs to."`
	ModelID     int64     `json:"modelId"`
	Collection  string    `json:"collectionName" doc:"The place it is shown at."`
	MIMEType    string    `json:"mimeType"`
	Size        int64     `json:"size" doc:"Bytes."`
	OrderColumn int64     `json:"orderColumn"`
	UpdatedAt   time.Time `json:"updatedAt"`
	CreatedAt   time.Time `json:"createdAt"`
	URL         string    `json:"url"`
}
