import { Alert, Anchor, List } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useClientDuplicates } from '@/api/generated/endpoints/parties/parties'
import type { ClientDuplicate } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { listed } from '@/ui/wording'
import type { ClientValues } from './values'

const WAIT_MS = 500

type DuplicatesProps = { values: ClientValues; except: string | undefined }

/** Other clients with this document, e-mail or phone, each with a link. */
export function Duplicates({ values, except }: DuplicatesProps) {
  const { t } = useTranslation('clients')
  const [{ document, email, phone }] = useDebouncedValue(values, WAIT_MS)
  const asked = {
    ...(document && { document }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(except && { except_id: except }),
  }
  const isAsked = Boolean(document || email || phone)
  const { data } = useClientDuplicates(asked, { query: { enabled: isAsked }, request: { quiet: true } })
  const found = isAsked ? (data?.data ?? []) : []
  if (found.length === 0) return null
  return (
    <Alert color="orange" icon={<IconCopy aria-hidden />} title={t('duplicate.title')} role="status">
      <List size="sm">
        {found.map((client) => (
          <List.Item key={client.id}>
            <Anchor
              component={AppLink}
              to={paths['clients.edit'](client)}
              size="sm"
              c="inherit"
              underline="always"
            >
              {client.name}
            </Anchor>{' '}
            · {client.code} · <Reasons client={client} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Reasons({ client }: { client: ClientDuplicate }) {
  const { t } = useTranslation('clients')
  const reasons = [
    client.same_document && t('duplicate.document'),
    client.same_email && t('duplicate.email'),
    client.same_phone && t('duplicate.phone'),
  ]
  return listed(reasons.filter((reason) => typeof reason === 'string'))
}
