var e=()=>parent.postMessage({marquee:document.documentElement.offsetHeight},"*");new ResizeObserver(e).observe(document.documentElement);e();
