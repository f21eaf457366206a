import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { Upload } from '@/api/schema'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

type Words = { t: TFunction<'uploads'>; format: Format }

export const filePath = ({ id }: Pick<Upload, 'id'>) => `/api/uploads/${id}/file`

const audienceColumn = (t: TFunction<'uploads'>): Column<Upload> => ({
  id: 'audience',
  header: t('field.audience'),
  width: 180,
  cell: ({ audience }) => t(`audience.${audience}`),
  below: ({ client_name }) => client_name,
  text: ({ audience, client_name }) => client_name ?? t(`audience.${audience}`),
})

/** The columns of the list; those who keep the files also see for whom they are. */
export const uploadColumns = ({ t, format }: Words, isKeeper: boolean): Column<Upload>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 280,
    cell: ({ id, name, state }) =>
      state === 'available' ? (
        <Anchor size="sm" href={filePath({ id })} download>
          {name}
        </Anchor>
      ) : (
        name
      ),
    text: ({ name }) => name,
  },
  {
    id: 'folder',
    header: t('field.folder'),
    sortable: true,
    width: 160,
    cell: ({ folder }) => folder,
  },
  ...(isKeeper ? [audienceColumn(t)] : []),
  {
    id: 'size',
    header: t('field.size'),
    sortable: true,
    width: 110,
    cell: ({ size }) => format.bytes(size),
    text: ({ size }) => size,
  },
  {
    id: 'created_at',
    header: t('field.created_at'),
    sortable: true,
    roomy: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    below: ({ uploaded_by_name }) => uploaded_by_name,
    text: ({ created_at }) => new Date(created_at),
  },
]
