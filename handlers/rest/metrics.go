package rest

import (
	"net/http"
	"strconv"
	"time"

	// The text format that every monitoring system reads, with histograms that are
	// safe under concurrency. It is used in this file alone.
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Gauge is a figure that somebody else keeps, read when metrics are asked for.
type Gauge struct {
	// Name has the unit at its end: "marquee_store_file_bytes".
	Name, Help string
	// Labels tell gauges of one name apart: {"job": "expire baskets"}.
	Labels map[string]string
	// Counter tells that the figure only ever grows.
	Counter bool
	Value   func() float64
	// Values are, instead of Value, one figure for each value of the label By: those that there
	// are when metrics are asked for.
	By     string
	Values func() map[string]float64
}

// Metrics counts requests and shows them with the figures of other rooms. A nil
// one counts nothing.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
	waiting  prometheus.Gauge
}

// NewMetrics makes the metrics of one process. It panics when two gauges share their
// name and their labels.
func NewMetrics(gauges ...Gauge) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "marquee_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "marquee_http_request_duration_seconds", Help: "Time to answer, by route.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "marquee_http_requests_in_flight", Help: "Requests being worked on.",
		}),
		waiting: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "marquee_http_requests_waiting", Help: "Requests that wait for their turn among the others.",
		}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.inFlight, m.waiting,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, g := range gauges {
		m.registry.MustRegister(g.collector())
	}
	return m
}

func (g Gauge) collector() prometheus.Collector {
	if g.Values != nil {
		return &figures{g, prometheus.NewDesc(g.Name, g.Help, []string{g.By}, g.Labels)}
	}
	if g.Counter {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: g.Name, Help: g.Help, ConstLabels: g.Labels}, g.Value)
	}
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: g.Name, Help: g.Help, ConstLabels: g.Labels}, g.Value)
}

// figures are a gauge of many values.
type figures struct {
	Gauge
	desc *prometheus.Desc
}

func (f *figures) Describe(to chan<- *prometheus.Desc) { to <- f.desc }

func (f *figures) Collect(to chan<- prometheus.Metric) {
	kind := prometheus.GaugeValue
	if f.Counter {
		kind = prometheus.CounterValue
	}
	for by, n := range f.Values() {
		to <- prometheus.MustNewConstMetric(f.desc, kind, n, by)
	}
}

// Handler shows everything in the Prometheus text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *Metrics) begin() {
	if m != nil {
		m.inFlight.Inc()
	}
}

func (m *Metrics) wait(change float64) {
	if m != nil {
		m.waiting.Add(change)
	}
}

func (m *Metrics) end(route string, status int, took time.Duration) {
	if m == nil {
		return
	}
	m.inFlight.Dec()
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(route).Observe(took.Seconds())
}
