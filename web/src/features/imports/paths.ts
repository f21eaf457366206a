/** The named routes of the imports. */
export const paths = {
  'shipments.imports.index': () => '/shipments/imports',
  'shipments.imports.create': () => '/shipments/imports/new',
  'shipments.imports.show': ({ id }: { id: string }) => `/shipments/imports/${id}`,
} as const
