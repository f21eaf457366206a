import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantSettingDocumentLayoutList } from '@/api/generated/endpoints/company/company'
import type { DocumentLayoutSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { SettingsTabs } from '@/shared/settings/SettingsTabs'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { Moment } from '@/ui/time/Moment'
import classes from './DocumentLayouts.module.css'

/** The documents that have a layout, and whose layout they have. */
export default function DocumentLayouts() {
  const { t } = useTranslation('document-layouts')
  const { t: settings } = useTranslation('settings')
  const layouts = useTenantSettingDocumentLayoutList({ query: { staleTime: 0 } })
  return (
    <ResourcePage title={settings('title')} text={settings('text')} width="form">
      <SettingsTabs />
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      {layouts.data ? (
        <ul className={classes.list}>
          {layouts.data.data.map((layout) => (
            <Layout key={layout.form} layout={layout} />
          ))}
        </ul>
      ) : layouts.error ? (
        <LoadFailure title={t('failed')} result={layouts} />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </ResourcePage>
  )
}

function Layout({ layout }: { layout: DocumentLayoutSummary }) {
  const { t } = useTranslation('document-layouts')
  const { form, is_own, changed_at, changed_by_name } = layout
  const name = t(`form.${form}`)
  return (
    <li className={classes.item}>
      <div className={classes.name}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t(`about.${form}`)}
        </Text>
        {changed_at && (
          <Text size="xs" c="dimmed">
            {changed_by_name && `${t('changedBy', { name: changed_by_name })} · `}
            <Moment at={changed_at} relative />
          </Text>
        )}
      </div>
      <Badge variant="light" radius="sm" tt="none" color={is_own ? 'blue' : 'gray'}>
        {t(is_own ? 'own' : 'builtIn')}
      </Badge>
      <Button
        variant="default"
        size="compact-sm"
        miw={44}
        component={AppLink}
        to={paths['document_layouts.edit']({ form })}
        aria-label={t('openNamed', { name })}
      >
        {t('open')}
      </Button>
    </li>
  )
}
