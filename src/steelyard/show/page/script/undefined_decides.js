/** Of each metric, whether it depends for some model on what undefined terms count (`steelyard.measuring.lead`). */
export function undefinedDecides(engine) {
  const { metrics, models, others, weights } = engine.content, course = engine.courseAt({ weights: Float64Array.from(weights), shares: null });
  return metrics.map((_, j) => {
    const left = others.find(({ metric, policy }) => metric === j && policy === "exclude");
    return Boolean(left && models.some((_, k) => !Object.is(course.value(k, course.outputs[left.output]), engine.value(course, k, j))));
  });
}
