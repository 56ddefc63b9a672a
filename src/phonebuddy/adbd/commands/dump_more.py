"""More sections of `dumpsys`: display, input, power, battery, keyboards, notifications, telephony, memory,
graphics."""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy.adbd.battery import battery_of, pretend
from phonebuddy.adbd.broadcasts import get_clipboard
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.front import front_of

DISPLAY_ID = "4619827259835644672"
_UNIQUE = f"local:{DISPLAY_ID}"


def _size(device: Device) -> tuple[int, int]:
    screen = device.phone.observe()
    return screen.width, screen.height


def display(device: Device, args: list[str]) -> str:
    width, height = _size(device)
    natural = sorted((width, height))
    frame = f"[0, 0, {width}, {height}]".replace("[", "Rect(").replace("]", ")").replace("0, 0,", "0, 0 -")
    state = "ON" if device.is_awake else "OFF"
    return (
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false\n  mPendingTraversal=false\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='{_UNIQUE}', physicalPort=0, "
        f"orientation={device.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceWidth={natural[0]}, deviceHeight={natural[1]}}}]\n"
        f"  mDefaultDisplayDefaultColorMode=0\nDisplay Devices: size=1\n"
        f'  DisplayDeviceInfo{{"Built-in Screen": uniqueId="{_UNIQUE}", {natural[0]} x {natural[1]}, modeId '
        f"1, defaultModeId 1, "
        f"density {device.density}, {device.density}.0 x {device.density}.0 dpi, state {state}, rotation "
        f"{device.rotation}}}\n"
        f"  mState={state}\n  mScreenState={state}\n"
        f"Logical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mLayerStack=0\n"
        f'    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, real {width} x {height}, '
        f"largest app {width} x {height}, "
        f"smallest app {width} x {height}, rotation {device.rotation}, density {device.density}, state "
        f'{state}, uniqueId "{_UNIQUE}"}}\n'
        f"    mCurrentOrientation={device.rotation}\n"
    )


def input_section(device: Device, args: list[str]) -> str:
    width, height = _size(device)
    natural = sorted((width, height))
    return (
        "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    1: virtio_input_multi_touch_1\n"
        "      Classes: KEYBOARD | TOUCH | TOUCH_MT\n      Enabled: true\n\nInput Reader State:\n"
        "  Device 1: virtio_input_multi_touch_1\n    Generation: 2\n    IsExternal: false\n    Sources: "
        "KEYBOARD | TOUCHSCREEN\n"
        "    Touch Input Mapper (mode - DIRECT):\n"
        f"      Viewport INTERNAL: displayId=0, uniqueId={_UNIQUE}, port=0, orientation={device.rotation}, "
        f"logicalFrame=[0, 0, {width}, {height}], physicalFrame=[0, 0, {width}, {height}], "
        f"deviceSize=[{natural[0]}, {natural[1]}], isActive=[1]\n"
        f"      RawSurfaceWidth: {natural[0]}px\n      RawSurfaceHeight: {natural[1]}px\n"
        f"      PhysicalWidth: {natural[0]}px\n      PhysicalHeight: {natural[1]}px\n      PhysicalLeft: "
        f"0\n      PhysicalTop: 0\n"
        f"      SurfaceWidth: {natural[0]}px\n      SurfaceHeight: {natural[1]}px\n"
        f"      SurfaceOrientation: {device.rotation}\n      InputDeviceOrientation: {device.rotation}\n"
        f"\nInput Dispatcher State:\n  DispatchEnabled: true\n  FocusedApplications:\n    displayId=0, "
        f"name='{front_of(device).component}'\n"
        f"  FocusedWindows:\n    displayId=0, name='{front_of(device).window}'\n"
    )


def surface_flinger(device: Device, args: list[str]) -> str:
    line = f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n'
    if "--display-id" in args:
        return line
    package, activity = device.focus()
    if "--list" in args:
        return f"{package}/{activity}#0\nStatusBar#0\nNavigationBar0#0\n"
    width, height = _size(device)
    return (
        f"{line}Displays (1 entries)\n+ DisplayDevice{{{DISPLAY_ID}, internal}}\n   powerMode=On, "
        f"size=[{width} {height}], orientation={device.rotation}\n"
    )


def power(device: Device, args: list[str]) -> str:
    awake, battery = device.is_awake, battery_of(device)
    return (
        f"POWER MANAGER (dumpsys power)\n\nPower Manager State:\n"
        f"  mIsPowered={str(battery.is_charging).lower()}\n  mPlugType={int(battery.is_charging)}\n"
        f"  mBatteryLevel={battery.level}\n"
        f"  mWakefulness={'Awake' if awake else 'Asleep'}\n  "
        f"getWakefulnessLocked()={'Awake' if awake else 'Asleep'}\n"
        f"  mStayOn=false\n  wakefulness={1 if awake else 0}\n"
        f"  mHoldingWakeLockSuspendBlocker={str(awake).lower()}\n  "
        f"mHoldingDisplaySuspendBlocker={str(awake).lower()}\n"
        f"Display Power: state={'ON' if awake else 'OFF'}\n"
    )


def battery(device: Device, args: list[str]) -> str:
    words = [word for word in args if word != "-f"]
    if words:
        return "" if pretend(device, words) else "Dump current battery state, or: set, unplug, reset\n"
    now = battery_of(device)
    return (
        "Current Battery Service state:\n"
        f"  AC powered: {str(now.is_charging).lower()}\n  USB powered: false\n  Wireless powered: false\n"
        f"  Max charging current: {500_000 if now.is_charging else 0}\n"
        f"  status: {now.status}\n  health: 2\n  present: true\n  level: {now.level}\n  scale: 100\n"
        f"  voltage: {3_500 + 7 * now.level}\n  temperature: 250\n  technology: Li-ion\n"
    )


def account(device: Device, args: list[str]) -> str:
    """The accounts of the mail app: where a phone of this world keeps who its person is."""
    has_mail = "mail_account" in device.phone.tables()
    rows = device.query("SELECT address FROM mail_account ORDER BY id") if has_mail else []
    mail = device.names.app("mail").package if rows else ""
    lines = [f"User UserInfo{{0:Owner:c13}}:\n  Accounts: {len(rows)}"]
    lines += [f"    Account {{name={address}, type={mail}}}" for (address,) in rows]
    return "\n".join(lines) + "\n"


def input_method(device: Device, args: list[str]) -> str:
    screen = device.phone.observe()
    shown = str(any(element.id.startswith("keyboard") for element in screen.elements)).lower()
    package, activity = device.focus()
    return (
        "Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=3\n"
        + "".join(
            f"  InputMethod #{number}:\n    mId={name}\n" for number, name in enumerate(device.keyboards)
        )
        + f"  mCurMethodId={device.keyboard}\n  mCurFocusedWindowClient=ClientState{{{package}}}\n"
        f"  mCurId={device.keyboard} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}\n"
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}\n"
        f"  mInputShown={shown}\n  mIsInputViewShown={shown}\n  mDecorViewVisible={shown} "
        f"mWindowVisible={shown}\n"
        f"  mServedView={'android.widget.EditText' if shown == 'true' else 'null'}\n  packageName={package} "
        f"activity={activity}\n"
    )


def notification(device: Device, args: list[str]) -> str:
    rows = device.query(
        "SELECT id, app, title, text, at_ms FROM phone_notification ORDER BY at_ms DESC, id DESC"
    )
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for number, app, title, text, at_ms in rows:
        package = device.names.app(str(app)).package if app else "android"
        lines += [
            f"    NotificationRecord(0x{int(str(number)):08x}: pkg={package} user=UserHandle{{0}} "
            f"id={number} tag=null importance=3 "
            f"key=0|{package}|{number}|null|{device.names.uid(package)}: Notification(channel=default "
            f"shortcut=null))",
            f"      uid={device.names.uid(package)} userId=0", f"      when={at_ms}", "      extras={",
            f"          android.title=String ({title})", f"          android.text=String ({text})", "      }",
        ]  # fmt: skip
    return "\n".join(lines) + "\n"


def telephony(device: Device, args: list[str]) -> str:
    over = device.phone.over()
    ringing = over == "interruption call"
    state = 1 if ringing else 2 if over == "interruption in_call" else 0
    return (
        f"last known state:\n  Phone Id=0\n    mCallState={state}\n    "
        f"mRingingCallState={1 if ringing else 0}\n"
        "    mCallIncomingNumber=\n    mServiceState={mVoiceRegState=0(IN_SERVICE), "
        "mDataRegState=0(IN_SERVICE)}\n    mDataConnectionState=2\n"
    )


def wifi(device: Device, args: list[str]) -> str:
    on = device.settings.world("wifi") == 1
    rows = (
        device.query("SELECT name FROM settings_network WHERE connected")
        if "settings_network" in device.phone.tables()
        else []
    )
    name = str(rows[0][0]) if rows and on else "<unknown ssid>"
    return (
        f"Wi-Fi is {'enabled' if on else 'disabled'}\nVerbose logging is off\n"
        f'mWifiInfo SSID: "{name}", BSSID: 02:00:00:00:00:00, Supplicant state: '
        f"{'COMPLETED' if rows and on else 'DISCONNECTED'}\n"
        f"mNetworkInfo [type: WIFI[], state: "
        f"{'CONNECTED/CONNECTED' if rows and on else 'DISCONNECTED/DISCONNECTED'}]\n"
    )


def bluetooth(device: Device, args: list[str]) -> str:
    on = device.settings.world("bluetooth") == 1
    return (
        f"Bluetooth Status\n  enabled: {str(on).lower()}\n  state: {'ON' if on else 'OFF'}\n  address: "
        f"02:00:00:00:00:00\n  name: PhoneWorld\n"
    )


def clipboard(device: Device, args: list[str]) -> str:
    return f"Primary clip: ClipData {{ text/plain {{T:{get_clipboard(device)}}} }}\n"


def memory(device: Device, args: list[str]) -> str:
    wanted = [word for word in args if not word.startswith("-")]
    if wanted:
        app = device.names.find(wanted[0])
        if app is None or app not in device.running():
            return f"No process found for: {wanted[0]}\n"
        pid = device.processes.app_pid(app.package)
        return (
            f"Applications Memory Usage (in Kilobytes):\nUptime: 600000 Realtime: 600000\n\n** MEMINFO in "
            f"pid {pid} [{app.package}] **\n"
            "                   Pss  Private  Private  SwapPss      Rss     Heap     Heap     Heap\n"
            "                 Total    Dirty    Clean    Dirty    Total     Size    Alloc     Free\n"
            "  Native Heap    12040    12000        0        0    14000    20480    16000     4480\n"
            "        TOTAL    45210    32000     8000        0    98000    30000    22000     8000\n"
        )
    return "Total RAM: 4,027,908K (status normal)\n Free RAM: 2,508,120K\n Used RAM: 1,519,788K\n"


def graphics(device: Device, args: list[str]) -> str:
    name = args[0] if args else device.focus()[0]
    return (
        f"Applications Graphics Acceleration Info:\n** Graphics info for pid "
        f"{device.processes.app_pid(name)} [{name}] **\nTotal frames rendered: 120\nJanky frames: 0 (0.00%)\n"
    )


def ui_mode(device: Device, args: list[str]) -> str:
    night = device.settings.get("secure", "ui_night_mode") == "2"
    return (
        f"Current UI Mode Service state:\n  mNightMode={'2 (yes)' if night else '1 (no)'} "
        "mNightModeLocked=false\n"
    )


def audio(device: Device, args: list[str]) -> str:
    volume = device.settings.get("system", "volume_music")
    return (
        f"AudioService state:\n- STREAM_MUSIC:\n   Muted: {str(volume == '0').lower()}\n   Min: 0\n"
        f"   Max: 15\n   Current: 2 (speaker): {volume}\n"
    )


def location(device: Device, args: list[str]) -> str:
    on = device.settings.world("location") == 1
    return f"Current Location Manager state:\n  User Location Enabled: {str(on).lower()}\n"


def plain(text: str) -> Callable[[Device, list[str]], str]:
    return lambda device, args: text


def appops(device: Device, args: list[str]) -> str:
    return "Current AppOps Service state:\n  Settings:\n    top_state_settle_time=+30s0ms\n"


SECTIONS: dict[str, Callable[[Device, list[str]], str]] = {
    "display": display,
    "input": input_section,
    "SurfaceFlinger": surface_flinger,
    "power": power,
    "battery": battery,
    "account": account,
    "input_method": input_method,
    "notification": notification,
    "telephony.registry": telephony,
    "wifi": wifi,
    "bluetooth_manager": bluetooth,
    "clipboard": clipboard,
    "meminfo": memory,
    "gfxinfo": graphics,
    "appops": appops,
    "cpuinfo": plain("Load: 0.42 / 0.35 / 0.3\n0.1% 512/system_server: 0% user + 0% kernel\n"),
    "alarm": plain("Current Alarm Manager state:\n  Pending alarm batches: 0\n"),
    "user": plain("Users:\n  UserInfo{0:Owner:c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED\n"),
    "audio": audio,
    "media_session": plain(
        "MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\nMedia button session is "
        "null\n"
    ),
    "connectivity": plain("NetworkProviders for:\nActive default network: 100\n"),
    "location": location,
    "deviceidle": plain("mState=ACTIVE mLightState=ACTIVE\nmScreenOn=true\n"),
    "accessibility": plain(
        "ACCESSIBILITY MANAGER (dumpsys accessibility)\n\nUser state[\n     attributes:{id=0, "
        "touchExplorationEnabled=false}\n"
    ),
    "uimode": ui_mode,
    "statusbar": plain("  mDisabled1=0x0\n  mDisabled2=0x0\n"),
    "usagestats": plain("user=0\n  In-memory daily stats\n"),
}
