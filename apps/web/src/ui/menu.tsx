import { DropdownMenu } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 font-mid outline-0 select-none data-highlighted:bg-sunken data-disabled:cursor-default data-disabled:text-ink-3';

export interface MenuProps {
  /** The button that opens it; it must accept a ref and props. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A dropdown menu. */
export function Menu({ trigger, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      {/* Radix opens on the press of a pointer, which a click by a script or a row does not have. */}
      <DropdownMenu.Trigger asChild onClick={({ detail }) => detail === 0 && setOpen(true)}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="rising z-30 min-w-56 rounded-md border border-line bg-surface p-2 text-ink shadow-3"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuHeader({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-2 my-2 h-px bg-line" />;
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect?: () => void;
  /** Renders the child, such as a link, as the item. */
  readonly asChild?: boolean;
  readonly tone?: 'plain' | 'danger';
  /** The menu gives the reason. */
  readonly disabled?: boolean;
}

export function MenuItem({
  children,
  onSelect,
  asChild = false,
  tone = 'plain',
  disabled = false,
}: MenuItemProps) {
  return (
    <DropdownMenu.Item
      asChild={asChild}
      disabled={disabled}
      className={classNames(itemClass, tone === 'danger' && !disabled && 'text-red')}
      {...(onSelect && { onSelect })}
    >
      {children}
    </DropdownMenu.Item>
  );
}
