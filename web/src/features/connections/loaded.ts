/** The answer to a call, as its generated hook has it. */
export type Loaded<T> = {
  data: { data: T } | undefined
  error: unknown
  isFetching: boolean
  refetch(): unknown
}
