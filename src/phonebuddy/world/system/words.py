"""What the system itself says, in the languages a phone speaks: pickers, bars, shade, lock screen, sheets.

Apps bring their own translations. Invariant: a word that is not here is said in English.
"""

from __future__ import annotations

CHINESE = {
    # Widgets
    "OK": "确定",
    "Cancel": "取消",
    "Back": "返回",
    "Close": "关闭",
    "Clear": "清除",
    "Clear selection": "取消选择",
    "Search": "搜索",
    "Select date": "选择日期",
    "Select time": "选择时间",
    "Previous month": "上个月",
    "Next month": "下个月",
    "Choose the year": "选择年份",
    "Back to the days": "返回日期",
    "Hour": "小时",
    "Minute": "分钟",
    "Cut": "剪切",
    "Copy": "复制",
    "Paste": "粘贴",
    "Select all": "全选",
    "Copied": "已复制",
    # Home, drawer, recents
    "Home": "主屏幕",
    "Recents": "最近任务",
    "Search apps": "搜索应用",
    "No recent apps": "没有最近任务",
    "Clear all": "全部清除",
    # Shade and status bar
    "Notifications": "通知",
    "Notification shade": "通知栏",
    "No notifications": "没有通知",
    "Quick settings": "快捷设置",
    "All quick settings": "全部快捷设置",
    "Lock screen": "锁定屏幕",
    "Settings": "设置",
    "System": "系统",
    "On": "开",
    "Off": "关",
    "Wi-Fi": "WLAN",
    "Bluetooth": "蓝牙",
    "Do not disturb": "勿扰模式",
    "Torch": "手电筒",
    "Mobile data": "移动数据",
    "Aeroplane mode": "飞行模式",
    "Auto-rotate": "自动旋转",
    "Battery saver": "省电模式",
    "Dark theme": "深色主题",
    "Location": "位置信息",
    "Brightness": "亮度",
    "Battery 80 percent": "电量百分之八十",
    "Battery 80 percent, saver on": "电量百分之八十，省电模式已打开",
    "Mobile data, signal full": "移动数据，信号满格",
    "Mobile data off": "移动数据已关闭",
    # Lock screen
    "Locked": "已锁定",
    "Swipe up to unlock": "向上滑动解锁",
    "Enter PIN": "输入 PIN 码",
    "Wrong PIN. Try again.": "PIN 码错误，请重试。",
    # Sharing, choosing, asking
    "Share": "分享",
    "Open with": "打开方式",
    "Just once": "仅此一次",
    "No app can do this": "没有应用可以执行此操作",
    "While using the app": "仅在使用该应用时允许",
    "Only this time": "仅限这一次",
    "Don't allow": "不允许",
    "access your contacts": "访问您的通讯录",
    "access this device's location": "获取此设备的位置信息",
    "take pictures and record video": "拍照和录像",
    "record audio": "录音",
    "access photos and files on this device": "访问此设备上的照片和文件",
    "access your calendar": "访问您的日历",
    "send and view messages": "发送和查看短信",
    "send you notifications": "向您发送通知",
    "make and manage phone calls": "拨打和管理电话",
}


def system_word(text: str, language: str) -> str:
    """A text of the system as the phone says it."""
    return CHINESE.get(text, text) if language == "zh" else text
