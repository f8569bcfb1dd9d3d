import { Component, type ReactNode } from "react";

/** Around a part that the page can do without: when it breaks, the page and what is written there stay. */
export class SilentBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
