import { Badge, Button, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantSettingDocumentLayoutVersion } from '@/api/generated/endpoints/company/company'
import type { DocumentLayout } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { Moment } from '@/ui/time/Moment'
import classes from './DocumentLayouts.module.css'

type Props = { layout: DocumentLayout; onText(text: string): void }

/** Who saved what; an earlier version can be taken into the editor. */
export function LayoutVersions({ layout, onText }: Props) {
  const { t } = useTranslation('document-layouts')
  const id = useId()
  const { form, version: current, versions, can } = layout

  async function take(version: number) {
    try {
      const { data } = await tenantSettingDocumentLayoutVersion(form, String(version))
      onText(data.layout)
      notify.info(t('taken', { number: version }))
    } catch (error) {
      notify.failure(error)
    }
  }

  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {t('versions')}
      </Title>
      {versions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noVersions')}
        </Text>
      )}
      <ul className={classes.versions}>
        {versions.map(({ version, is_own, created_at, created_by_name }) => (
          <li key={version} className={classes.version}>
            <Text size="sm">
              {t('version', { number: version })}{' '}
              {!is_own && (
                <Badge variant="light" radius="sm" tt="none" color="gray">
                  {t('builtIn')}
                </Badge>
              )}
              <Text span size="xs" c="dimmed" display="block">
                {created_by_name && `${created_by_name} · `}
                <Moment at={created_at} relative />
              </Text>
            </Text>
            {can.update && version !== current && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('takeNamed', { number: version })}
                onClick={() => void take(version)}
              >
                {t('take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
