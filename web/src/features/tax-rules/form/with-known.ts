type Choice = { value: string; label: string }

/** A stored value is shown even if the list to choose from does not have it. */
export const withKnown = (data: Choice[], value: string | null | undefined) =>
  !value || data.some((choice) => choice.value === value) ? data : [{ value, label: value }, ...data]
