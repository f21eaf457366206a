import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invalidateTenantSettingShow, useTenantSettingBrand } from '@/api/generated/endpoints/company/company'
import { invalidateDomainShow } from '@/api/generated/endpoints/site/site'
import type { TenantSetting } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { named } from '@/ui/wording'
import classes from './LogoPage.module.css'
import { SettingsFrame } from './SettingsFrame'

const MAX_BYTES = 10 * 1024 * 1024

type Asset = 'logo' | 'logo_dark' | 'favicon'
type Ground = 'light' | 'dark'

/** The grounds that each stands on. */
const GROUNDS: Record<Asset, Ground[]> = { logo: ['light'], logo_dark: ['dark'], favicon: ['light', 'dark'] }

/** The pictures that the company is known by. Each is saved by itself, at once: a file cannot wait in a draft. */
export default function LogoPage() {
  return (
    <SettingsFrame>
      {(setting) => (
        <div style={{ containerType: 'inline-size' }}>
          <Section asset="logo" setting={setting} />
          <Section asset="logo_dark" setting={setting} />
          <Section asset="favicon" setting={setting} />
        </div>
      )}
    </SettingsFrame>
  )
}

type SectionProps = { asset: Asset; setting: TenantSetting }

function useSend(asset: Asset) {
  const { t } = useTranslation('settings')
  const queryClient = useQueryClient()
  const update = useTenantSettingBrand()

  async function send(change: { picture: Blob } | { remove: true }) {
    await update.mutateAsync({ data: { asset, remove: false, ...change } })
    await Promise.all([invalidateTenantSettingShow(queryClient), invalidateDomainShow(queryClient)])
    notify.success(t('saved'))
  }

  return { send, isPending: update.isPending }
}

function Section({ asset, setting }: SectionProps) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const { send, isPending } = useSend(asset)
  const own = setting.brand[asset]

  async function choose(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    if (file.size > MAX_BYTES) {
      setProblem(t('logo.tooLarge', { max: format.bytes(MAX_BYTES) }))
      return
    }
    try {
      await send({ picture: file })
    } catch (error) {
      setProblem(fieldTexts(error).picture ?? errorText(error))
    }
  }

  const remove = () =>
    confirm({
      title: t('logo.removeTitle'),
      text: t('logo.removeText'),
      action: t('logo.remove'),
      run: () => send({ remove: true }),
    })

  return (
    <FormSection title={t(`logo.${asset}.title`)} text={t(`logo.${asset}.text`)}>
      <Grounds asset={asset} setting={setting} />
      <div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-label={t(`logo.${asset}.title`)}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0])
            // The same file chosen once more is a change again.
            event.currentTarget.value = ''
          }}
        />
        <Group gap="xs">
          <Button
            variant="default"
            loading={isPending}
            disabled={!setting.can.update}
            aria-label={named(t('logo.choose'), t(`logo.${asset}.title`))}
            aria-describedby={`${id}-text`}
            onClick={() => input.current?.click()}
          >
            {t('logo.choose')}
          </Button>
          {own && asset !== 'logo' && (
            <Button
              variant="subtle"
              disabled={!setting.can.update}
              aria-label={named(t('logo.remove'), t(`logo.${asset}.title`))}
              onClick={() => void remove()}
            >
              {t('logo.remove')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed" mt={6} id={`${id}-text`}>
          {t('logo.files', { max: format.bytes(MAX_BYTES) })}
        </Text>
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      </div>
    </FormSection>
  )
}

/** How it looks where it stands. */
function Grounds({ asset, setting: { brand, name } }: SectionProps) {
  const { t } = useTranslation('settings')
  const shown = brand[asset] ?? brand.logo
  const caption = !shown ? t('logo.none') : brand[asset] ? undefined : t('logo.standsIn')
  return (
    <div>
      <div className={classes.grounds}>
        {GROUNDS[asset].map((ground) => (
          <div key={ground} className={classes.ground} data-ground={ground} data-asset={asset}>
            {shown ? <Shown src={shown} ground={ground} name={name} /> : <span>{name}</span>}
          </div>
        ))}
      </div>
      {caption && (
        <Text size="sm" c="dimmed" mt={4}>
          {caption}
        </Text>
      )}
    </div>
  )
}

function Shown({ src, ground, name }: { src: string; ground: Ground; name: string }) {
  const { t } = useTranslation('settings')
  return <img src={src} alt={t(`logo.on.${ground}`, { name })} />
}
