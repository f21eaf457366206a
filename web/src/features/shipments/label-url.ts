/** The label as a page of its own, to be printed from there. */
export const labelUrl = (id: string) => `/api/shipments/${id}/label`
