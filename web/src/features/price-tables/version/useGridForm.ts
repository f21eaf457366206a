import type { FormValidateInput } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { priceGridShow, priceGridUpdate } from '@/api/generated/endpoints/prices/prices'
import type { PriceGrid, PriceVersion } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { refreshVersion } from '../useVersionActions'
import { type GridParts, gridChange } from './grid-change'
import { atFields } from './server-fields'

type GridFormOptions<V> = {
  /** Names the draft: 'zones'. */
  name: string
  version: PriceVersion
  grid: PriceGrid
  valuesOf(grid: PriceGrid): V
  changeOf(values: V): GridParts
  /** The field of the form for a field that the server names. */
  fieldOf(values: V, path: string): string
  validate: FormValidateInput<V>
  saved: string
}

/** A form for a part of the grid. It stays open after it is saved. */
export function useGridForm<V extends Record<string, unknown> & { version?: number }>(
  options: GridFormOptions<V>,
) {
  const { name, version, grid, valuesOf, changeOf, fieldOf, validate } = options
  const queryClient = useQueryClient()
  const newest = async () => valuesOf((await priceGridShow(version.id)).data)
  const model = useResourceForm<V, V>({
    name: `${name}-${version.id}`,
    initial: valuesOf(grid),
    validate,
    newest,
    async submit(values) {
      try {
        const change = gridChange(changeOf(values), values.version ?? grid.version)
        refreshVersion(queryClient, (await priceGridUpdate(version.id, change)).data)
      } catch (error) {
        throw atFields(error, (path) => fieldOf(values, path))
      }
      return newest()
    },
    onSaved(stored) {
      model.restart(stored)
      notify.success(options.saved)
    },
  })
  return model
}
