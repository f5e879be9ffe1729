// Draws every chart whose numbers stand in #chart-numbers onto the canvas of the same id.
(() => {
  const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c564b"];
  const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--soft").trim() || "#666";
  const grid = style.getPropertyValue("--line").trim() || "#ddd";
  const axis = (title, more) => ({
    title: {display: true, text: title, color: ink}, ticks: {color: ink}, grid: {color: grid}, ...more
  });
  const named = (names) => ({
    type: "linear", min: -0.5, max: names.length - 0.5,
    ticks: {color: ink, stepSize: 1, autoSkip: false, callback: (place) => names[place] ?? ""},
    afterBuildTicks: (scale) => { scale.ticks = names.map((name, place) => ({value: place})); }
  });
  // The interval of a point, where it has one.
  const intervals = {
    id: "intervals",
    afterDatasetsDraw({ctx, data, scales}) {
      data.datasets.forEach((set, i) => {
        ctx.save();
        ctx.strokeStyle = set.borderColor;
        ctx.beginPath();
        for (const point of set.data.filter(one => one.high > one.low)) {
          const x = scales.x.getPixelForValue(point.x) + i;
          ctx.moveTo(x, scales.y.getPixelForValue(point.low));
          ctx.lineTo(x, scales.y.getPixelForValue(point.high));
        }
        ctx.stroke();
        ctx.restore();
      });
    }
  };
  for (const chart of JSON.parse(document.getElementById("chart-numbers").textContent)) {
    new Chart(document.getElementById(chart.id), {
      type: "line",
      plugins: [intervals],
      data: {
        datasets: chart.lines.map((line, i) => ({
          label: line.name, data: line.points, borderColor: colours[i % colours.length], backgroundColor: colours[i % colours.length],
          showLine: chart.names.length === 0, borderDash: dashes[Math.floor(i / colours.length) % dashes.length], borderWidth: 2, pointRadius: 3
        }))
      },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, interaction: {mode: "nearest", intersect: false},
        plugins: {legend: {position: "bottom", labels: {color: ink, boxWidth: 24}}},
        scales: {
          x: axis(chart.across, chart.names.length > 0 ? named(chart.names) : {type: chart.logarithmic ? "logarithmic" : "linear"}),
          y: axis(chart.up, {min: 0})
        }
      }
    });
  }
  // Print as wide as the paper, not as the window.
  addEventListener("beforeprint", () => Object.values(Chart.instances).forEach(one => one.resize(640, 320)));
  addEventListener("afterprint", () => Object.values(Chart.instances).forEach(one => one.resize()));
})();
