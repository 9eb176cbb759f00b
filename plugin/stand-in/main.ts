/**
 * The app, as far as the plugin can tell: real CodeMirror, real files and sockets behind a bridge.
 * The page that loads this gives tests `standIn`.
 */
import * as commands from '@codemirror/commands';
import * as language from '@codemirror/language';
import * as state from '@codemirror/state';
import * as view from '@codemirror/view';
import * as highlight from '@lezer/highlight';
import { App } from './app.ts';
import { Bridge } from './bridge.ts';
import { addHelpers } from './dom.ts';
import { Driver } from './driver.ts';
import { editorInfoField, lastScroll } from './editor.ts';
import { Component, domListeners, Events } from './events.ts';
import { dress } from './looks.ts';
import { createNodeModules } from './node.ts';
import { Plugin, type PluginManifest } from './plugin.ts';
import { PluginSettingTab, Setting } from './setting.ts';
import { Menu, Modal, menus, Notice, notices, SuggestModal } from './ui.ts';
import { FileSystemAdapter, TAbstractFile, TFile, TFolder } from './vault.ts';
import { EditableFileView, FileView, ItemView, MarkdownView, TextFileView, View } from './views.ts';
import { WorkspaceLeaf } from './workspace.ts';

const obsidian = {
  Component,
  EditableFileView,
  Events,
  FileSystemAdapter,
  FileView,
  ItemView,
  MarkdownView,
  Menu,
  Modal,
  Notice,
  Platform: { isDesktop: true, isDesktopApp: true, isMobile: false, isMacOS: false },
  Plugin,
  PluginSettingTab,
  Setting,
  SuggestModal,
  TAbstractFile,
  TFile,
  TFolder,
  TextFileView,
  View,
  WorkspaceLeaf,
  editorInfoField,
};

interface Start {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly manifest: PluginManifest;
  readonly code: string;
}

/** What a test does with the app. */
class StandIn {
  readonly bridge: Bridge;
  readonly app: App;
  readonly start: Start;
  readonly notices = notices;
  readonly menus = menus;
  readonly lastScroll = lastScroll;
  readonly domListeners = domListeners;
  /** Modules that were loaded, and when: with the code, or later. */
  readonly required: string[] = [];
  readonly modules: Readonly<Record<string, unknown>>;
  plugin: Plugin | undefined;
  readonly driver: Driver;

  constructor(bridge: Bridge, start: Start) {
    this.bridge = bridge;
    this.start = start;
    this.app = new App(bridge, start.folder);
    this.driver = new Driver(this.app);
    this.modules = {
      ...createNodeModules(bridge, start.env),
      obsidian,
      '@codemirror/commands': commands,
      '@codemirror/language': language,
      '@codemirror/state': state,
      '@codemirror/view': view,
      '@lezer/highlight': highlight,
    };
  }

  /** Runs the plugin's code as the app does, and loads it. */
  enable(): void {
    const module: { exports: { default?: new (app: App, manifest: PluginManifest) => Plugin } } = {
      exports: {},
    };
    const run = new Function('require', 'module', 'exports', this.start.code);
    run((name: string) => this.require(name), module, module.exports);
    const Loaded = module.exports.default;
    if (Loaded === undefined) throw new Error('The code has no plugin.');
    this.plugin = new Loaded(this.app, this.start.manifest);
    this.plugin.load();
  }

  disable(): void {
    this.plugin?.unload();
    this.plugin = undefined;
  }

  /** For pictures. */
  dress(): void {
    dress(this.app);
  }

  require(name: string): unknown {
    const plain = name.replace(/^node:/, '');
    const found = this.modules[plain];
    if (found === undefined) throw new Error(`The app has no module ${name}.`);
    this.required.push(plain);
    return found;
  }
}

Object.assign(globalThis, { activeDocument: document, activeWindow: window });
addHelpers(window);
const bridge = await Bridge.open();
const start = await bridge.ask<Start>('start');
Object.assign(globalThis, { standIn: new StandIn(bridge, start) });
